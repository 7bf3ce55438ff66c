/** An attempt as a file that one can send to somebody. */
import type { UpdateAttempt } from '../../../../src/operator/update/contract'
import type { Format } from '../../../shared/i18n/format'
import type { Text } from '../../../shared/i18n/translate'

const marks = { done: '✓', failed: '✗', running: '…', skipped: '–' } as const

export function reportOf(attempt: UpdateAttempt, t: Text, format: Pick<Format, 'exactTime' | 'dateTime'>): File {
  const { version, from, startedAt, endedAt, steps, cause, fault, end, id } = attempt
  const lines = [
    `Balcão ${from} → ${version}`,
    `${format.dateTime(startedAt)} – ${endedAt ? format.dateTime(endedAt) : ''}`,
    end === null ? '' : t(`installationUpdate.head.${end}`, { version, from }),
    '',
    ...steps.map(({ step, state, at, detail }) =>
      [
        `${format.exactTime(at)}  ${marks[state]} ${t(`installationUpdate.step.${step}`, { from })}`,
        ...(detail ? [`  ${detail}`] : []),
      ].join('\n'),
    ),
    '',
    ...(fault ? [t(`installationUpdate.preparation.${fault}`)] : []),
    ...(cause ? [cause] : []),
    '',
    id,
  ]
  const name = `balcao-${version}-${startedAt.slice(0, 16).replace(/[T:]/g, '-')}.txt`
  return new File([`${lines.join('\n')}\n`], name, { type: 'text/plain;charset=utf-8' })
}
