// SPDX-License-Identifier: GPL-2.0-or-later
//
// Two goroutines that work in rounds: free, under a mutex, or one behind the other by a channel.
// Says how many processors there are, and how many may be used.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
)

const rounds = 20

var results [2]int

//go:noinline
func work(me int) {
	sum := 0
	for i := 0; i < 200000; i++ {
		sum += i ^ me
	}
	results[me] += sum
}

func main() {
	runtime.LockOSThread() // so that the first thread runs none of the two
	fmt.Println(runtime.NumCPU(), runtime.GOMAXPROCS(0))
	var mutex sync.Mutex
	var done sync.WaitGroup
	items := make(chan int)
	ways := map[string]func(me int){
		"free":  work,
		"mutex": func(me int) { mutex.Lock(); work(me); mutex.Unlock() },
		"queue": func(me int) {
			if me == 0 {
				work(me)
				items <- 1
			} else {
				<-items
				work(me)
			}
		},
	}
	for me := range results {
		done.Add(1)
		go func(me int) {
			for i := 0; i < rounds; i++ {
				ways[os.Args[1]](me)
			}
			done.Done()
		}(me)
	}
	done.Wait()
}
