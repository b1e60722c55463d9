/**
 * Documents that were found valid, by their text, so that one that comes again is neither parsed nor measured nor validated again. Callers
 * choose the documents, and an isolate has little memory. So the kept documents are bounded in characters, and a document that came once
 * never replaces one that came twice: a caller whose documents all differ pushes out only its own.
 */
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { type RequestSize, requestSize } from "./request-size.ts";

/** A parsed document with the facts found about it. */
export class KnownDocument {
  readonly document: DocumentNode;
  readonly #sizes = new Map<OperationDefinitionNode, RequestSize>();

  constructor(document: DocumentNode) {
    this.document = document;
  }

  /** The size of one of its operations. It is counted again only where it depends on the variables. */
  sizeOf(
    operation: OperationDefinitionNode,
    schema: GraphQLSchema,
    variables: { readonly [name: string]: unknown },
  ): RequestSize {
    const known = this.#sizes.get(operation);
    if (known !== undefined) return known;
    const size = requestSize(this.document, operation, schema, variables);
    if (!size.readsVariables) this.#sizes.set(operation, size);
    return size;
  }
}

/** Characters of a document that is kept; it takes about 300 KB when it is parsed. Longer ones are parsed again. */
const longestKept = 8_000;
/** The memory of a document beside its characters, counted in characters. */
const charactersBeside = 100;

export class KnownDocuments {
  /** Those that came once. */
  readonly #first = new BoundedMap(100_000);
  /** Those that came again. */
  readonly #again = new BoundedMap(300_000);

  get(text: string): KnownDocument | undefined {
    const known = this.#again.take(text) ?? this.#first.take(text);
    if (known !== undefined) this.#again.add(text, known);
    return known;
  }

  /** Keeps a document that is not known yet, unless it is too long. */
  add(text: string, document: KnownDocument): void {
    if (text.length <= longestKept) this.#first.add(text, document);
  }
}

/** Forgets the oldest documents when it holds too much. */
class BoundedMap {
  readonly #maximum: number;
  readonly #entries = new Map<string, KnownDocument>();
  #held = 0;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  take(text: string): KnownDocument | undefined {
    const known = this.#entries.get(text);
    if (known === undefined) return undefined;
    this.#entries.delete(text);
    this.#held -= text.length + charactersBeside;
    return known;
  }

  /** `text` must not be in it. */
  add(text: string, document: KnownDocument): void {
    this.#entries.set(text, document);
    this.#held += text.length + charactersBeside;
    for (const oldest of this.#entries.keys()) {
      if (this.#held <= this.#maximum) break;
      this.take(oldest);
    }
  }
}
