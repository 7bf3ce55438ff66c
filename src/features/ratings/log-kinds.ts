import { defineLogKinds } from '../../tickets/log/kinds'

export const ratingLogKinds = defineLogKinds('ratingAsked', 'rated', 'ratingCommented')

declare module '../../tickets/log/kinds' {
  interface LogKinds {
    readonly ratings: typeof ratingLogKinds
  }
}
