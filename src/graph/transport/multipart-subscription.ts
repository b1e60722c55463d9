/**
 * Results of subscriptions in parts, by the multipart protocol that stock Apollo Client asks for: each result is the `payload` of
 * a part; an empty part means nothing; a result that is no answer but the failure of the stream has its errors beside a null payload.
 */
import type { StreamFraming } from "./result-stream.ts";
import { shownErrors, shownText } from "./shown-result.ts";

const BOUNDARY = "--graphql";

/** A reader takes a part only when it sees the boundary behind it, so each part is written with the boundary that ends it. */
function part(content: string): string {
  return `\r\ncontent-type: application/json\r\n\r\n${content}\r\n${BOUNDARY}`;
}

export const multipartSubscription: StreamFraming = {
  opening: `\r\n${BOUNDARY}${part("{}")}`,
  result(result) {
    const { data, errors } = result;
    const isFailure = data === undefined && errors !== undefined;
    return part(
      isFailure ? JSON.stringify({ payload: null, errors: shownErrors(errors) }) : `{"payload":${shownText(result)}}`,
    );
  },
  completion: "--\r\n",
};

export const multipartSubscriptionHeaders = {
  "content-type": 'multipart/mixed; boundary="graphql"; subscriptionSpec="1.0"',
  "cache-control": "no-store",
  // Proxies that compress would hold parts back.
  "content-encoding": "identity",
  "x-accel-buffering": "no",
};
