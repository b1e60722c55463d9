/**
 * The formats that can be asserted: those that forms ask people for. Each is decided in time proportional to the text, which is at most
 * 2,000 characters long. A format that is not listed asserts nothing, because only its name is known.
 */
import { cost, type StringCheck } from "./evaluation.ts";

interface Format {
  readonly name: string;
  readonly example: string;
  readonly holds: (text: string) => boolean;
}

const longest = 2_000;
const charactersPerStep = 16;

const formats: ReadonlyMap<string, Format> = new Map(
  [
    { name: "date-time", example: "2026-01-31T09:30:00Z", holds: isDateTime },
    { name: "date", example: "2026-01-31", holds: isDate },
    { name: "time", example: "09:30:00Z", holds: isTime },
    { name: "duration", example: "PT30M", holds: isDuration },
    { name: "email", example: "ada@mail.example", holds: isEmail },
    { name: "uri", example: "https://example.com/page", holds: isUri },
    { name: "uuid", example: "3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f", holds: isUuid },
  ].map((format) => [format.name, format]),
);

/** The check of a format where formats are asserted. Undefined for one that asserts nothing. */
export function formatCheck(name: string): StringCheck | undefined {
  const format = formats.get(name);
  if (format === undefined) return undefined;
  return (text, { evaluation, spot }) => {
    if (!evaluation.assertsFormats) return;
    evaluation.take(cost.member + Math.ceil(Math.min(text.length, longest) / charactersPerStep));
    if (text.length > longest || !format.holds(text))
      evaluation.fail(spot, "format", `String is not a ${format.name}. Expected a value such as ${format.example}.`);
  };
}

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === "") return false;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const most = isLeap && month === "02" ? 29 : (days[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= most;
}

/** With an offset, as RFC 3339 says. A leap second is one of the last minute of a day in UTC. */
function isTime(text: string): boolean {
  const [, hour = "", minute = "", second = "", sign = "", zoneHour = "0", zoneMinute = "0"] =
    /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[zZ]|([+-])(\d{2}):(\d{2}))$/.exec(text) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return false;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return false;
  if (Number(second) < 60) return true;
  const offset = (sign === "-" ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute));
  const ofDay = (Number(hour) * 60 + Number(minute) - offset + 2 * 1_440) % 1_440;
  return ofDay === 1_439;
}

function isDateTime(text: string): boolean {
  return /^[tT]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isDuration(text: string): boolean {
  if (/^P\d+W$/.test(text)) return true;
  return /^P(?!$)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?$/.test(
    text,
  );
}

/** One `@`, a local part as it is commonly written, and labels of a domain. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  if (local.length > 64 || domain.length > 253) return false;
  if (!/^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local)) return false;
  return domain.split(".").every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label));
}

function isUri(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(text)) return false;
  return !/%(?![0-9A-Fa-f]{2})/.test(text) && URL.canParse(text);
}

function isUuid(text: string): boolean {
  return /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/.test(text);
}
