/**
 * The source type of a document of an execution.
 */
import type { Json } from "../../json/json.ts";
import type { AnswerRoot } from "./answer-bytes.ts";

export interface PayloadSource {
  /**
   * The whole document. Reads it at the first call if it is not at hand. It counts once into the answer, before the read if its size is
   * known. `root` is absent if the caller counts, or the document is in no answer.
   */
  readonly read: (root: AnswerRoot | undefined) => Promise<Json>;
  /** Size as UTF-8 JSON, if it is known without reading. */
  readonly knownBytes: number | undefined;
  /** The beginning of the JSON text, if it is known without reading. */
  readonly knownPreview: string | undefined;
}
