import { defineLogKinds } from '../../tickets/log/kinds'

export const botLogKinds = defineLogKinds(
  'chatbotStarted',
  /** It answers no more; `cause` says why. */
  'chatbotSilent',
  'redirected',
)

declare module '../../tickets/log/kinds' {
  interface LogKinds {
    readonly bot: typeof botLogKinds
  }
}
