import { defineLogKinds } from '../../tickets/log/kinds'

export const distributionLogKinds = defineLogKinds('distributed', 'notDistributed')

declare module '../../tickets/log/kinds' {
  interface LogKinds {
    readonly distribution: typeof distributionLogKinds
  }
}
