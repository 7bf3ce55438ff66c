/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'
import type { Text } from '../../shared/i18n/translate'
import { choicesOf, minutesText, titleOf } from '../../shared/settings/labels'
import { optionOf } from '../../shared/settings/options'
import { kinds as hours } from '../hours/audit'

export const kinds: AuditKinds = {
  ...hours,
  setting: {
    name: 'audit.settings.setting',
    order: 1,
    subject: titleOfSetting,
    // Its name is the subject.
    labelFor: () => '',
    valueFor: ({ t }, key, value) =>
      typeof value === 'string' && value !== '' ? valueOfSetting(t, key, value) : undefined,
  },
  emailMailbox: {
    name: 'mailbox.title',
    order: 25,
    fields: {
      way: 'mailbox.way.label',
      host: 'audit.settings.host',
      port: 'mailbox.port',
      ownLogin: 'audit.settings.ownLogin',
      folder: 'mailbox.folder',
      plusAddress: 'audit.settings.plusAddress',
      password: 'mailbox.password',
    },
  },
}

function titleOfSetting(t: Text, key: string): string {
  const found = optionOf(key)
  if (!found) return key
  const { option, section } = found
  const title = titleOf(t, option)
  // Every service has an address and a user.
  return section.tab === 'integrations' ? `${t(`settings.section.${section.title}`)}: ${title}` : title
}

function valueOfSetting(t: Text, key: string, value: string): string {
  const option = optionOf(key)?.option
  if (option?.is === 'switch') return t(value === option.on ? 'audit.settings.on' : 'settings.off')
  if (option?.is === 'choice') return choicesOf(t, option).find((one) => one.value === value)?.label ?? value
  if (option?.is === 'minutes') return minutesText(t, Number(value))
  return option?.is === 'secret' ? t('audit.set') : value
}
