/** Summary of a run: time per folder, failures, unsteady tests, totals. */
import type { Failure, Outcome } from './run'

const SLOWEST_SHOWN = 12

export function report(outcome: Outcome): string {
  const { passed, failures, unsteady, slow } = outcome
  return [
    ...phases(outcome),
    ...folders(outcome),
    ...(failures.length > 0 ? ['', '== what failed', ...failures.flatMap(inFull)] : []),
    ...(unsteady.length > 0 ? ['', '== what failed once, and passed alone', ...unsteady.flatMap(inFull)] : []),
    '',
    ...failures.map(({ file, name }) => `failed: ${file}: ${name}`),
    ...unsteady.map(({ file, name }) => `unsteady: ${file}: ${name}`),
    ...slow.map(({ file, text }) => `slow: ${file}: ${text}`),
    `${passed} passed, ${failures.length} failed, ${unsteady.length} unsteady`,
    `${passed} passed, ${failures.length} failed`,
  ].join('\n')
}

const inFull = ({ file, name, text }: Failure): string[] => ['', `${file}: ${name}`, ...(text ? [text] : [])]

const phases = (outcome: Outcome): string[] => [
  '',
  '== seconds of each phase',
  ...outcome.phases.map(({ name, seconds }) => row([seconds], name)),
]

/** Seconds summed over all processes; processor seconds depend less on the machine's load. */
function folders({ costs }: Outcome): string[] {
  const sums = new Map<string, { tests: number; seconds: number; processor: number }>()
  for (const { file, tests, seconds, processor } of costs) {
    const name = file.split('/').slice(0, 2).join('/')
    const sum = sums.get(name) ?? { tests: 0, seconds: 0, processor: 0 }
    sums.set(name, { tests: sum.tests + tests, seconds: sum.seconds + seconds, processor: sum.processor + processor })
  }
  const slowest = costs.toSorted((a, b) => b.processor - a.processor).slice(0, SLOWEST_SHOWN)
  return [
    '',
    '== seconds of each folder: on the clock, of the processor',
    ...[...sums]
      .toSorted(([, a], [, b]) => b.processor - a.processor)
      .map(([name, sum]) => row([sum.seconds, sum.processor], `${name} (${sum.tests} tests)`)),
    '',
    '== the slowest files',
    ...slowest.map(({ file, seconds, processor }) => row([seconds, processor], file)),
  ]
}

const row = (numbers: readonly number[], name: string) =>
  `${numbers.map((number) => number.toFixed(1).padStart(8)).join('')}  ${name}`
