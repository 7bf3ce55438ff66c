/** The words for what a channel lacks. */
import type { Lack } from '../../../src/channels/acts'
import { formatSize } from '../../shared/i18n/format'
import { locales } from '../../shared/i18n/languages'
import type { Text } from '../../shared/i18n/translate'

type ShownLack = Pick<Lack, 'channel'> & {
  readonly lacks: string
  readonly limit?: number | undefined
  readonly types?: readonly string[] | undefined
}

export function lackText(t: Text, { channel, lacks, limit = 0, types = [] }: ShownLack): string {
  return (
    t.find(`channels.lacks.${lacks}`, {
      channel: t(`common.channel.${channel}`),
      limit: formatSize(limit, locales[t.language]),
      types: types.map(shortType).join(', '),
    }) ?? t('common.error.unknown')
  )
}

/** `video/x-msvideo` as people call it. */
const shortType = (type: string): string =>
  type
    .slice(type.indexOf('/') + 1)
    .replace(/^x-/, '')
    .toUpperCase()
