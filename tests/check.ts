/** `bun run check`: types, lint, the import rules, the sizes of functions, the translations and the subjects of commits, in seconds. One line per check that passes, the full output of one that fails. */
const colour = process.stdout.isTTY
const checks = [
  {
    name: 'types',
    command: [
      ...['node_modules/.bin/tsc', '--noEmit', ...(colour ? ['--pretty'] : [])],
      // The checkers share nothing: with several each works out the routes' types anew.
      ...['--checkers', '1'],
      // A second run checks only what a change reaches, in a tenth of the time.
      ...['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
    ],
  },
  {
    name: 'lint',
    command: ['node_modules/.bin/biome', 'check', '--max-diagnostics=50', `--colors=${colour ? 'force' : 'off'}`],
  },
  {
    name: 'import rules and sizes',
    command: [
      'bun',
      'test',
      './tests/architecture.test.ts',
      './tests/sizes.test.ts',
      '--only-failures',
      '--timeout',
      '60000',
    ],
  },
  { name: 'texts', command: ['bun', 'run', './tests/translations.ts'] },
  { name: 'commit subjects', command: ['bun', 'run', './tests/commit-subjects.ts'] },
]

async function run({ name, command }: (typeof checks)[number]) {
  const start = performance.now()
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe', cwd: `${import.meta.dir}/..` })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return { name, ok: code === 0, seconds, words: `${out}${err}`.trim() }
}

const results = await Promise.all(checks.map(run))
for (const { name, ok, words } of results) if (!ok) console.log(`\n── ${name} ──\n${words}\n`)
for (const { name, ok, seconds } of results) console.log(`${ok ? '✓' : '✗'} ${name} (${seconds} s)`)
process.exit(results.every(({ ok }) => ok) ? 0 : 1)
