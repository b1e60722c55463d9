/** The value of the browser's date pickers for a text of a format, and the text that a choice in them means. Pure but for the time zone. */

export type Picker = "date" | "datetime-local";

const dateText = /^\d{4}-\d{2}-\d{2}$/;
const dateTimeText = /^\d{4}-\d{2}-\d{2}[tT]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[zZ]|[+-]\d{2}:\d{2})$/;

/** The picker of a format. Null for a format that has none. */
export function pickerOf(format: string | null): Picker | null {
  if (format === "date") return "date";
  return format === "date-time" ? "datetime-local" : null;
}

/** The value of a picker for `text`. Null where it could not show all of it, such as a reference. */
export function pickedOf(picker: Picker, text: string): string | null {
  if (text === "") return "";
  if (picker === "date") return dateText.test(text) && dateOf(text) !== null ? text : null;
  const moment = dateTimeText.test(text) ? dateOf(text) : null;
  if (moment === null || moment.getUTCMilliseconds() !== 0) return null;
  const part = (number: number, digits = 2) => String(number).padStart(digits, "0");
  const day = `${part(moment.getFullYear(), 4)}-${part(moment.getMonth() + 1)}-${part(moment.getDate())}`;
  const time = `${part(moment.getHours())}:${part(moment.getMinutes())}`;
  return `${day}T${time}${moment.getSeconds() === 0 ? "" : `:${part(moment.getSeconds())}`}`;
}

/** The text that a choice means: the day, or the moment in UTC. Empty for none. */
export function textOfPicked(picker: Picker, picked: string): string {
  if (picker === "date" || picked === "") return picked;
  const moment = dateOf(picked);
  return moment === null ? "" : `${moment.toISOString().slice(0, 19)}Z`;
}

function dateOf(text: string): Date | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}
