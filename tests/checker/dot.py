# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a Graphviz digraph: its clusters and edges, whatever its layout, and the attributes of
nodes and edges."""

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
        self.edges = []  # without those that are dashed: only the critical path needs them
        self.label = None
        self.nodes = {}  # name -> attributes
        self.attributes = {}  # of an edge, dashed or not

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
        self.label, nodes = self._body()
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
        if len(names) == 1:
            self._node(first, attributes)
        edges = list(zip(names, names[1:]))
        self.attributes |= {edge: attributes for edge in edges}
        if attributes.get("style") != "dashed":
            self.edges += edges
        return set(names)

    def _node(self, name, attributes):
        """Its label, if any, is its name, or begins with a line that says the same in words."""
        label = attributes.get("label", name)
        kind, _, number = label.partition("\\n")[0].partition(" ")
        if label != name and kind[0] + number != name:
            raise ValueError(f"node '{name}' is labelled '{label}'")
        self.nodes[name] = attributes

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


def parse_picture(text):
    """An object with clusters, {label: names of nodes}; edges, [(from, to)]; attributes of the
    edges; nodes, {name: attributes}; and the label of the graph."""
    parser = _Parser(text)
    parser.graph()
    return parser


def parse_dot(text):
    """(clusters, edges) of that."""
    picture = parse_picture(text)
    return picture.clusters, picture.edges
