# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a Graphviz digraph: its clusters and edges, whatever its layout."""

import re

_TOKEN = re.compile(
    r"""\s+ | //[^\n]* | \#[^\n]* | /\*.*?\*/        # skipped
      | (?P<arrow>->)
      | (?P<sign>[{}\[\];,=])
      | "(?P<quoted>(?:[^"\\]|\\.)*)"
      | (?P<word>[\w.+-]+?(?=->|[^\w.+-]|$))""",
    re.VERBOSE | re.DOTALL,
)


def _tokens(text):
    """(kind, text) pairs; a quoted name is a word like any other."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError(f"byte {position}: unexpected '{text[position]}'")
        position = match.end()
        if match.lastgroup is not None:
            kind = "word" if match.lastgroup == "quoted" else match.lastgroup
            yield kind, match[match.lastgroup]
    yield "end", ""


class _Parser:
    def __init__(self, text):
        self._tokens = list(_tokens(text))[::-1]  # the next one last
        self.clusters = {}  # label -> names of nodes
        self.edges = []

    def _peek(self):
        return self._tokens[-1]

    def _next(self, *wanted):
        token = self._tokens.pop()
        if wanted and token not in [("sign", w) for w in wanted]:
            raise ValueError(f"'{token[1]}' where {' or '.join(wanted)} should be")
        return token[1]

    def _skip(self, sign):
        if self._peek() == ("sign", sign):
            self._next()

    def graph(self):
        if self._next() != "digraph":
            raise ValueError("no digraph")
        if self._peek()[0] == "word":
            self._next()
        _, nodes = self._body()
        stray = nodes.difference(*self.clusters.values())
        if stray:
            raise ValueError(f"nodes in no cluster: {sorted(stray)}")
        if self._peek()[0] != "end":
            raise ValueError("text after the graph")

    def _body(self):
        """{ statements }; returns the label and the nodes named directly in it."""
        label, nodes = None, set()
        self._next("{")
        while self._peek() != ("sign", "}"):
            kind, word = self._peek()
            if kind != "word":
                raise ValueError(f"'{word}' begins no statement")
            self._next()
            if word == "subgraph":
                self._subgraph()
            elif self._peek() == ("sign", "="):
                self._next()
                value = self._next()
                label = value if word == "label" else label
            else:
                nodes |= self._chain(word)
            self._skip(";")
        self._next("}")
        return label, nodes

    def _subgraph(self):
        name = self._next() if self._peek()[0] == "word" else ""
        label, nodes = self._body()
        if name.startswith("cluster"):
            if label in self.clusters:
                raise ValueError(f"two clusters '{label}'")
            self.clusters[label] = nodes

    def _chain(self, first):
        """a -> b -> c [attributes]; the same with one node; or a default."""
        names = [first]
        while self._peek()[0] == "arrow":
            self._next()
            names.append(self._next())
        attributes = self._attributes()
        if first in ("graph", "node", "edge"):
            return set()
        if len(names) == 1 and "label" in attributes and attributes["label"] != first:
            raise ValueError(f"node '{first}' is labelled '{attributes['label']}'")
        self.edges += zip(names, names[1:])
        return set(names)

    def _attributes(self):
        found = {}
        while self._peek() == ("sign", "["):
            self._next()
            while self._peek() != ("sign", "]"):
                key = self._next()
                self._next("=")
                found[key] = self._next()
                self._skip(",")
                self._skip(";")
            self._next("]")
        return found


def parse_dot(text):
    """(clusters, edges): {label: names of nodes}, [(from, to)]."""
    parser = _Parser(text)
    parser.graph()
    return parser.clusters, parser.edges
