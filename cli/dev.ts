/** Development server: runs from the sources behind Vite and restarts on changes. Open Vite's address. */
const data = process.env.BALCAO_DATA ?? 'data'
const children = [
  Bun.spawn(
    [
      process.execPath,
      '--watch',
      'run',
      'cli/balcao.ts',
      'serve',
      '--simulator',
      '--data',
      data,
      ...process.argv.slice(2),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  ),
  Bun.spawn([process.execPath, '--bun', 'node_modules/vite/bin/vite.js', '--config', 'ui/vite.config.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
await Promise.race(children.map((child) => child.exited))
for (const child of children) child.kill()

export {}
