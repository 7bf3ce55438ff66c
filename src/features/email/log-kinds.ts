import { defineLogKinds } from '../../tickets/log/kinds'

export const emailLogKinds = defineLogKinds(
  /** `subject`: of an e-mail to the contact. */
  'emailed',
)

declare module '../../tickets/log/kinds' {
  interface LogKinds {
    readonly email: typeof emailLogKinds
  }
}
