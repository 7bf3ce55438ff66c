/** Parses the output of `bun test`: passed and failed tests per file, with the output of failures. */

export type FailedTest = { readonly name: string; readonly text: string }
export type FileResult = { passed: number; readonly failed: FailedTest[] }

/** Lines kept of a failed test's output. */
const LINES_KEPT = 60

export function readOutput(text: string): Map<string, FileResult> {
  const files = new Map<string, FileResult>()
  /** Lines since the last result, per file: workers interleave files. */
  const said = new Map<string, string[]>()
  let file = ''
  const result = (): FileResult => {
    const known = files.get(file) ?? { passed: 0, failed: [] }
    files.set(file, known)
    return known
  }
  const fail = (name: string) => {
    const lines = said.get(file) ?? []
    result().failed.push({ name, text: [...lines.slice(-LINES_KEPT), `(fail) ${name}`].join('\n') })
    said.delete(file)
  }
  for (const line of text.split('\n')) {
    const header = /^(\S+\.(?:test|journey)\.tsx?):$/.exec(line)?.[1]
    const failed = /^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/.exec(line)?.[1]
    const [, crashed, why] = /^✗ (\S+) \((.*)\)$/.exec(line) ?? []
    // Bun repeats the failures at the end.
    if (/^\d+ tests? failed:$/.test(line)) file = ''
    else if (header) file = header
    else if (crashed && why) {
      file = crashed
      fail(why)
    } else if (!file) continue
    else if (line.startsWith('(pass) ')) {
      result().passed++
      said.delete(file)
    } else if (failed !== undefined) fail(failed)
    else said.set(file, [...(said.get(file) ?? []), line])
    // Belongs to no test; its output follows.
    if (file && line === '# Unhandled error between tests') fail('an error between its tests')
  }
  return files
}
