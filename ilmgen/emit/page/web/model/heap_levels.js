// SPDX-License-Identifier: GPL-2.0-or-later
//
// Live bytes over the time of a schedule, by the name of the allocation site.

/** The live bytes of all sites, by moment. */
function heapSums(heap) {
  const sums = new Float64Array(heap.times.length);
  for (let site = 0; site + 1 < heap.siteStarts.length; site++) addChanges(heap, site, sums);
  for (let moment = 1; moment < sums.length; moment++) sums[moment] += sums[moment - 1];
  return sums;
}

/** Adds the changes of a site to the sums of the moments. */
function addChanges(heap, site, sums) {
  let before = 0;
  heap.changes(site, (moment, bytes) => {
    sums[moment] += bytes - before;
    before = bytes;
  });
}

/** The moment of the peak; the first of several. -1: nothing is ever allocated. */
function heapPeak(heap) {
  return d3.scan(heapSums(heap), (a, b) => b - a) ?? -1;
}

/** Live bytes at the peak. */
export function heapPeakBytes(heap) {
  return d3.max(heapSums(heap)) ?? 0;
}

/** The time of the peak; 0 if nothing is ever allocated. */
export function heapPeakTime(heap) {
  return heap.times[heapPeak(heap)] ?? 0;
}

/** Sites by their names, the largest first: {name, bytes}; without those that have none. */
export function liveByName(run, heap, time) {
  const live = heap.liveAt(time);
  const sums = new Map();
  live.forEach((bytes, site) => {
    const name = run.names[run.siteName[site]];
    if (bytes > 0) sums.set(name, (sums.get(name) ?? 0) + bytes);
  });
  return Array.from(sums, ([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
}

/** Levels of some names, each by itself, and of all others together. */
export class HeapLevels {
  /** `most`: how many names have a layer of their own. These are the largest at the peak. */
  constructor(run, heap, most) {
    this.times = heap.times;
    this.peak = heapPeak(heap);
    this.peakTime = heapPeakTime(heap);
    const names = liveByName(run, heap, this.peakTime).slice(0, most);
    /** The largest at the peak first; all others last, name "others". */
    this.names = names.map(({ name }) => name);
    this.layerOf = new Map(this.names.map((name, layer) => [name, layer]));
    this.others = this.names.length;
    this.names.push("others");
    this.stack(run, heap);
  }

  /** tops[layer][moment]: bytes of the layer and those before it, from the moment on. */
  stack(run, heap) {
    this.tops = this.names.map(() => new Float64Array(this.times.length));
    run.siteName.forEach((name, site) => addChanges(heap, site, this.tops[this.layer(run.names[name])]));
    this.tops.forEach((top, layer) => {
      for (let moment = 1; moment < top.length; moment++) top[moment] += top[moment - 1];
      if (layer > 0) top.forEach((_, moment) => (top[moment] += this.tops[layer - 1][moment]));
    });
    /** By moment: the bytes of all layers. */
    this.sums = this.tops[this.others];
  }

  /** The layer of a site's name. */
  layer(name) {
    return this.layerOf.get(name) ?? this.others;
  }

  /** The number of a layer's colour, from 1 on; 0 for the layer of all others. */
  colour(layer) {
    return (layer + 1) % this.names.length;
  }

  /** The live bytes of all layers at a time. */
  sumAt(time) {
    return this.sums[d3.bisectRight(this.times, time) - 1] ?? 0;
  }
}
