import { defineLogKinds } from '../../tickets/log/kinds'

export const integrationLogKinds = defineLogKinds(
  'integrationStarted',
  /** `messages`: how many it sent. */
  'integrationAnswered',
  /** People take over; `fault` says why. */
  'integrationFailed',
  /** It named a tag, queue or person that does not exist. */
  'integrationIgnored',
)

declare module '../../tickets/log/kinds' {
  interface LogKinds {
    readonly integrations: typeof integrationLogKinds
  }
}
