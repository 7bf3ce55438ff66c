import { defineLogKinds } from '../../tickets/log/kinds'

export const campaignLogKinds = defineLogKinds('campaign')

declare module '../../tickets/log/kinds' {
  interface LogKinds {
    readonly campaigns: typeof campaignLogKinds
  }
}
