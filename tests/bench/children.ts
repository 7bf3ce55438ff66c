/** Child processes. They are killed however the bench ends. */
const alive = new Set<Bun.Subprocess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function raise<C extends Bun.Subprocess>(child: C): C {
  alive.add(child)
  void child.exited.then(() => alive.delete(child))
  return child
}

/** Resolves with the child's output once it contains `word`. */
export async function hear(saying: ReadableStream<Uint8Array>, word: string): Promise<string> {
  const reader = saying.getReader()
  const decoder = new TextDecoder()
  let said = ''
  while (!said.includes(word)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`a process ended before it printed "${word}": ${said}`)
    said += decoder.decode(value, { stream: true })
  }
  void drain(reader)
  return said
}

/** Keeps reading, so that a full pipe does not block the child. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>) {
  while (!(await reader.read()).done);
}
