/** Labels of a setting, translated. */
import type { Text } from '../i18n/translate'
import type { ChoiceOption, Option, Section } from './options'

export const titleOf = (t: Text, { name }: Option): string => t(`settings.${name}.title`)

export const minutesText = (t: Text, count: number): string =>
  count === 0 ? t('settings.off') : t('settings.minutes', { count })

/** Everything that a settings search looks at. */
export const saidOf = (t: Text, option: Option, section: Section): string =>
  `${titleOf(t, option)} ${t(`settings.${option.name}.text`)} ${t(`settings.section.${section.title}`)}`

export function choicesOf(t: Text, option: ChoiceOption): { readonly value: string; readonly label: string }[] {
  if (option.name === 'hoursOf')
    return (['disabled', 'queue', 'company'] as const).map((value) => ({
      value,
      label: t(`settings.hoursOf.choice.${value}`),
    }))
  return (['text', 'list'] as const).map((value) => ({ value, label: t(`settings.botType.choice.${value}`) }))
}
