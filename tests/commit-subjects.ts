/**
 * Of `bun run check`: the subjects of the latest commits are at most 72 characters long. Those before this file keep theirs.
 * Says nothing where there is no history.
 */
const LONGEST = 72
const MOST_COMMITS = 20

const git = (...args: string[]): string => {
  const { stdout, exitCode } = Bun.spawnSync(['git', ...args], { cwd: import.meta.dir, stderr: 'ignore' })
  return exitCode === 0 ? stdout.toString().trim() : ''
}

/** Since the last tag, or the latest 20, and never before the rule. */
export function longSubjects(log = readLog()): string[] {
  return log.split('\n').filter((line) => subjectOf(line).length > LONGEST)
}

const subjectOf = (line: string): string => line.slice(line.indexOf(' ') + 1)

function readLog(): string {
  const rule = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'commit-subjects.ts')
  if (rule === '') return ''
  const tag = git('describe', '--tags', '--abbrev=0')
  const before = [rule, ...(tag === '' ? [] : [tag])].map((commit) => `^${commit}`)
  return git('log', '--no-merges', `--max-count=${MOST_COMMITS}`, '--format=%h %s', 'HEAD', ...before)
}

if (import.meta.main) {
  const found = longSubjects()
  if (found.length > 0) console.error(`The subject of a commit has at most ${LONGEST} characters:\n${found.join('\n')}`)
  process.exitCode = found.length > 0 ? 1 : 0
}
