/** Processes the bench started: none outlives it, however it ends. */
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

/** Resolves with what the child has said once it says `word`. */
export async function hear(saying: ReadableStream<Uint8Array>, word: string): Promise<string> {
  const reader = saying.getReader()
  const decoder = new TextDecoder()
  let said = ''
  while (!said.includes(word)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`a process ended before it said "${word}": ${said}`)
    said += decoder.decode(value, { stream: true })
  }
  void drain(reader)
  return said
}

/** What nobody reads must not stop who writes it. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>) {
  while (!(await reader.read()).done);
}
