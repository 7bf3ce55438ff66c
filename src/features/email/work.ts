/** What this server is doing with mail, over all companies. */
import { defineService } from '../../platform/module'

declare module '../../platform/module' {
  interface Services {
    readonly emailWork: EmailWork
  }
}

class EmailWork {
  /** Companies that are sending. */
  sending = 0
  /** Companies whose mailbox is being read. */
  reading = 0
  isReadingForAll = false
  /**
   * Passwords typed for one e-mail, by company and e-mail. In memory only, until all its copies have an outcome; a restart
   * loses them.
   */
  readonly passwords = new Map<string, string>()
}

export const emailWork = defineService('emailWork', { create: () => new EmailWork() })
