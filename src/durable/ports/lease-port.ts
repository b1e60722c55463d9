/** The place of an execution in the caps of its tenant, as the execution's object sees it. */
import type { TenantLimit } from "../../execution/commands/start-request.ts";

export interface ExecutionLease {
  /** Takes the lease. The cap that is reached, or undefined if the execution may begin. Throws if the tenant cannot be asked. */
  acquire(subject: string): Promise<TenantLimit | undefined>;
  /** Counts a descendant of `root` for `subject`, which takes no lease of its own. Otherwise as `acquire`. */
  admit(root: string, subject: string): Promise<TenantLimit | undefined>;
  /**
   * Renews if the lease ends too soon. Must be called whenever the alarm of an execution that has not ended is set or rings; `wakeAt` is
   * the time of the alarm, Unix milliseconds. Never throws: a running execution is not stopped for lack of a lease.
   */
  keep(wakeAt: number): Promise<void>;
  /**
   * Gives the lease back when the execution has ended, and the count of its descendants if it had any. Never throws: a lease that cannot be
   * given back expires.
   */
  release(hadDescendants: boolean): Promise<void>;
}
