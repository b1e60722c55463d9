/** What a hook gives: where a followed value stands. */
import type { ClientError } from "@planwright/client";

export type LiveState<Value> = Idle | Loading | Current<Value> | Reconnecting<Value> | Failed<Value>;

/** Nothing is followed, because no id was given. */
export interface Idle {
  readonly status: "IDLE";
  readonly value?: undefined;
  readonly error?: undefined;
}

/** There is no value yet. */
export interface Loading {
  readonly status: "LOADING";
  readonly value?: undefined;
  /** Why it takes so long, while the deployment does not answer. */
  readonly error?: ClientError | undefined;
}

export interface Current<Value> {
  readonly status: "CURRENT";
  readonly value: Value;
  readonly error?: undefined;
}

/** The value was current until the connection was lost, which is being made again. */
export interface Reconnecting<Value> {
  readonly status: "RECONNECTING";
  readonly value: Value;
  readonly error: ClientError;
}

/** Nothing more comes. */
export interface Failed<Value> {
  readonly status: "FAILED";
  /** The latest value, if there was one. */
  readonly value?: Value | undefined;
  readonly error: ClientError;
}

export const idle: Idle = { status: "IDLE" };
export const loading: Loading = { status: "LOADING" };
