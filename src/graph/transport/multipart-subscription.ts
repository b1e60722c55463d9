/**
 * Results of subscriptions in parts, by the multipart protocol that stock Apollo Client asks for: each result is the `payload` of
 * a part; an empty part means nothing; a result that is no answer but the failure of the stream has its errors beside a null payload.
 */
import type { StreamFraming } from "./result-stream.ts";

const BOUNDARY = "--graphql";

/** A reader takes a part only when it sees the boundary behind it, so each part is written with the boundary that ends it. */
function part(content: object): string {
  return `\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(content)}\r\n${BOUNDARY}`;
}

export const multipartSubscription: StreamFraming = {
  opening: `\r\n${BOUNDARY}${part({})}`,
  result(result) {
    const { data, errors } = result;
    return part(data === undefined && errors !== undefined ? { payload: null, errors } : { payload: result });
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
