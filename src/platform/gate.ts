/**
 * Nothing leaves that shows a commit which a fleet's log has not acknowledged. Without a fleet a commit is durable when it
 * returns, and the gate is always open.
 */
export type Gate = {
  /**
   * Undefined if everything this company has committed so far is acknowledged. Otherwise a promise, resolved when it is,
   * and rejected with `NotAcknowledged` if it never will be: then what waits must be dropped without a word. `company` is
   * a company's uuid, or `CONTROL` for control.db.
   */
  wait(company: string): Promise<void> | undefined
  /** The same for everything that this process has committed. */
  waitForAll(): Promise<void> | undefined
}

/** The name of control.db among the companies. */
export const CONTROL = 'control'

/** What waits shows a commit that another node does not know and never will. */
export class NotAcknowledged extends Error {}

export const openGate: Gate = { wait: () => undefined, waitForAll: () => undefined }
