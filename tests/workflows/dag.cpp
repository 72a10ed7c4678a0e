// SPDX-License-Identifier: GPL-2.0-or-later
//
// Prints what SimGrid reads from a DAX file, as JSON: each activity's name,
// amount and successors, and the time at which the last one ends if each
// thread's tasks have a processor of their own.
#include <simgrid/s4u.hpp>

#include <cstddef>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>

namespace sg = simgrid::s4u;

namespace {

/// SimGrid takes runtimes for those of such a machine.
constexpr double flops_per_second = 4.2e9;

using Dag = std::vector<sg::ActivityPtr>;

void print(const Dag& dag) {
    std::map<const sg::Activity*, std::size_t> numbers;
    for (std::size_t i = 0; i < dag.size(); ++i)
        numbers[dag[i].get()] = i;
    std::cout << "{\"activities\": [" << std::setprecision(17);
    for (std::size_t i = 0; i < dag.size(); ++i) {
        std::cout << (i == 0 ? "\n" : ",\n") << "{\"name\": " << std::quoted(dag[i]->get_name())
                  << ", \"amount\": " << dag[i]->get_remaining() << ", \"successors\": [";
        const char* separator = "";
        for (const sg::ActivityPtr& next : dag[i]->get_successors()) {
            std::cout << separator << numbers.at(next.get());
            separator = ", ";
        }
        std::cout << "]}";
    }
    std::cout << "]";
}

/// "t3-17@...": those of thread 3 share a host; all others, which have no work, share another.
std::string host_of(const std::string& name) {
    return name[0] == 't' ? name.substr(0, name.find('-')) : "others";
}

void place(const Dag& dag) {
    sg::NetZone* const zone = sg::create_full_zone("machine");
    std::map<std::string, sg::Host*> hosts;
    for (const sg::ActivityPtr& activity : dag) {
        sg::Host*& host = hosts[host_of(activity->get_name())];
        if (host == nullptr)
            host = zone->create_host(host_of(activity->get_name()), flops_per_second);
    }
    zone->seal();
    for (const sg::ActivityPtr& activity : dag)
        static_cast<sg::Exec*>(activity.get())->set_host(hosts[host_of(activity->get_name())]);
}

} // namespace

int main(int argc, char** argv) {
    sg::Engine engine(&argc, argv);
    if (argc != 2)
        return 2;
    const Dag dag = sg::create_DAG_from_DAX(argv[1]);
    print(dag);
    place(dag);
    engine.run();
    std::cout << ",\n\"makespan\": " << sg::Engine::get_clock() << "}\n";
}
