/** The settings in their sections, and how each is entered. Pure. */
import type { addressKeys, OperatorKey, OperatorSetting, TrialName } from '../../../src/settings/operator/contract'

export type Entry = {
  readonly key: Exclude<OperatorKey, (typeof addressKeys)[number]>
  readonly is: 'text' | 'long' | 'switch' | 'number' | 'money' | 'plan' | 'choice' | 'timetable'
  /** 1 if not given. */
  readonly least?: number
  readonly most?: number
  readonly choices?: readonly string[]
  /** Shown only with this provider. */
  readonly provider?: 'manual' | 'efi' | 'asaas'
}
export type Section = {
  readonly id:
    | 'access'
    | 'mail'
    | 'answers'
    | 'mailApps'
    | 'pix'
    | 'customPlan'
    | 'ai'
    | 'outside'
    | 'meta'
    | 'backups'
    | 'updates'
    | 'authority'
    | 'bi'
  readonly entries: readonly Entry[]
  readonly trials?: readonly TrialName[]
}

const text = (key: Entry['key'], provider?: Entry['provider']): Entry => ({
  key,
  is: 'text',
  ...(provider && { provider }),
})

export const sections: readonly Section[] = [
  {
    id: 'access',
    entries: [
      text('supportUrl'),
      { key: 'signUp', is: 'switch' },
      { key: 'trialDays', is: 'number', most: 365 },
      { key: 'signUpsPerHour', is: 'number', most: 10_000 },
      { key: 'emailRecipientsPerHour', is: 'number', least: 0, most: 100_000 },
    ],
  },
  { id: 'mail', entries: [text('smtpUrl'), text('mailFrom')], trials: ['mail'] },
  { id: 'answers', entries: [text('answersUrl'), text('answersAddress')], trials: ['answers'] },
  {
    id: 'mailApps',
    entries: [
      text('googleClientId'),
      text('googleClientSecret'),
      text('microsoftClientId'),
      text('microsoftClientSecret'),
      text('microsoftTenant'),
    ],
  },
  {
    id: 'pix',
    entries: [
      { key: 'pixProvider', is: 'choice', choices: ['manual', 'efi', 'asaas'] },
      text('pixKey'),
      text('pixName', 'manual'),
      text('pixCity', 'manual'),
      text('efiClientId', 'efi'),
      text('efiClientSecret', 'efi'),
      { key: 'efiCertificate', is: 'long', provider: 'efi' },
      { key: 'efiSandbox', is: 'switch', provider: 'efi' },
      text('asaasKey', 'asaas'),
      text('asaasWebhookToken', 'asaas'),
      { key: 'asaasSandbox', is: 'switch', provider: 'asaas' },
    ],
    trials: ['pix', 'webhook'],
  },
  {
    id: 'customPlan',
    entries: [
      { key: 'customPlan', is: 'switch' },
      { key: 'customPlanPrice', is: 'money' },
      { key: 'customPlanUsers', is: 'number', most: 500 },
      { key: 'customPlanConnections', is: 'number', most: 100 },
      { key: 'customPlanUserPrice', is: 'money' },
      { key: 'customPlanConnectionPrice', is: 'money' },
      { key: 'customPlanFeatures', is: 'plan' },
    ],
  },
  { id: 'ai', entries: [text('aiUrl'), text('aiKey'), text('aiModel')], trials: ['ai'] },
  { id: 'outside', entries: [text('outsideAllow')] },
  {
    id: 'meta',
    entries: [
      text('metaAppId'),
      text('metaAppSecret'),
      text('metaVerifyToken'),
      text('metaConfigId'),
      text('graphVersion'),
      text('graphUrl'),
    ],
    trials: ['meta'],
  },
  {
    id: 'backups',
    entries: [
      { key: 'backupCron', is: 'timetable' },
      { key: 'backupKeep', is: 'number', most: 365 },
      text('backupFolder'),
    ],
    trials: ['backups'],
  },
  { id: 'updates', entries: [text('updateAddress'), { key: 'updateHour', is: 'number', least: 0, most: 23 }] },
  { id: 'authority', entries: [text('acmeUrl'), text('acmeKeyId'), text('acmeKey')] },
  { id: 'bi', entries: [text('biUrl')], trials: ['bi'] },
]

/** Entries of the chosen payment provider, and those that belong to no provider. */
export function shownEntries(section: Section, records: readonly OperatorSetting[]): Entry[] {
  const chosen = records.find(({ key }) => key === 'pixProvider')?.value
  return section.entries.filter(({ provider }) => provider === undefined || provider === chosen)
}
