import { defineLogKinds } from '../../tickets/log/kinds'

export const escalationLogKinds = defineLogKinds('escalated')

declare module '../../tickets/log/kinds' {
  interface LogKinds {
    readonly escalation: typeof escalationLogKinds
  }
}
