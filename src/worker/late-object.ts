/**
 * Classes of objects whose code is loaded with the first object of an isolate, so that an isolate which only answers requests neither reads
 * nor compiles it.
 */
import { DurableObject } from "cloudflare:workers";
import type { Environment } from "./platform/environment.ts";

type Method = (...given: unknown[]) => unknown;

/** Makes an object in the place of the platform. */
export type MadeObject<Target> = (context: DurableObjectState, environment: Environment) => Target;

/** A mark of the platform that only its types have is of the type never. */
type IsMethod<Member> = [Member] extends [never] ? false : Member extends (...given: never[]) => unknown ? true : false;

/** The names of all methods of a class, those that the platform calls included. */
export type CallsOf<Target> = {
  readonly [Name in keyof Target & string as IsMethod<Target[Name]> extends true ? Name : never]: true;
};

/**
 * A class with the methods `calls` of a class that `load` loads. An object answers no call before that. Only the first objects of an
 * isolate wait: later ones are made at once.
 */
export function lateObject<Target extends object>(
  load: () => Promise<MadeObject<Target>>,
  calls: CallsOf<Target>,
): new (
  context: DurableObjectState,
  environment: Environment,
) => Target {
  let make: MadeObject<Target> | undefined;

  class LateObject extends DurableObject<Environment> {
    #object: Target | undefined;

    constructor(context: DurableObjectState, environment: Environment) {
      super(context, environment);
      if (make !== undefined) this.#object = make(context, environment);
      else
        void context.blockConcurrencyWhile(async () => {
          make ??= await load();
          this.#object = make(context, environment);
        });
    }

    static {
      for (const name of Object.keys(calls))
        Object.defineProperty(LateObject.prototype, name, {
          value(this: LateObject, ...given: unknown[]): unknown {
            const object = this.#object;
            if (object === undefined) throw new Error(`Cannot call ${name} of an object whose code is not loaded`);
            return Reflect.apply(Reflect.get(object, name) as Method, object, given);
          },
          writable: true,
          configurable: true,
        });
    }
  }

  return LateObject as unknown as new (
    context: DurableObjectState,
    environment: Environment,
  ) => Target;
}
