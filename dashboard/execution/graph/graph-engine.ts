/** The used part of dagre that lays out graphs: a file of its own, loaded with the first graph, and named as the Worker serves files. */
export { Graph, layout } from "@dagrejs/dagre";
