/** What was checked of the values of an official number, in the order of the screen. Pure. */
import { CheckName, type Finding } from '../../../../src/channels/meta/cloud/contract'
import type { OfficialField } from './values'

export const checkNames = CheckName.options

export const fieldOf: Record<CheckName, OfficialField> = {
  number: 'phoneNumberId',
  account: 'businessAccountId',
  token: 'accessToken',
  secret: 'appSecret',
  permissions: 'accessToken',
}

/** Nothing red stands, and nothing waits to be checked. */
export const isPassed = (findings: readonly Finding[]): boolean =>
  checkNames.every((name) =>
    findings.some(({ check, state }) => check === name && (state === 'good' || state === 'warn')),
  )

/** How many need somebody's attention. */
export const countOpen = (findings: readonly Finding[]): number =>
  findings.filter(({ state }) => state === 'bad' || state === 'warn').length
