/**
 * Checks of an artifact that a caller gives: its file name, its media type, and the length of its texts.
 */
import { isMediaType } from "../../execution/events/media-type.ts";

const MAX_NAME_CHARACTERS = 128;
const MAX_DESCRIPTION_CHARACTERS = 500;

export interface GivenArtifactFacts {
  readonly name: string;
  readonly description: string | null;
  readonly mediaType: string;
}

export interface ArtifactRefusal {
  readonly member: keyof GivenArtifactFacts;
  readonly message: string;
}

/** The first reason not to store an artifact under these facts, or undefined. */
export function artifactRefusal({ description, mediaType, name }: GivenArtifactFacts): ArtifactRefusal | undefined {
  const refused = (member: keyof GivenArtifactFacts, finding: string): ArtifactRefusal => {
    return { member, message: `Cannot store the artifact: ${finding}` };
  };
  if (name.length < 1 || name.length > MAX_NAME_CHARACTERS)
    return refused("name", `required a name of 1 to ${MAX_NAME_CHARACTERS} characters, found ${name.length}`);
  if (!isFileName(name))
    return refused("name", "required a name without /, \\ and control characters, found another one");
  if ((description?.length ?? 0) > MAX_DESCRIPTION_CHARACTERS) {
    const finding = `required a description of at most ${MAX_DESCRIPTION_CHARACTERS} characters, found ${description?.length}`;
    return refused("description", finding);
  }
  if (!isMediaType(mediaType))
    return refused("mediaType", "required a media type such as application/json, found something else");
  return undefined;
}

/** `.` and `..` are directories; half of a surrogate pair cannot be written as UTF-8. */
function isFileName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return name.isWellFormed() && !/[/\\\u0000-\u001f\u007f-\u009f]/.test(name) && name !== "." && name !== "..";
}
