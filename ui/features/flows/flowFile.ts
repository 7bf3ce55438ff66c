/** A flow as a file: written to export it, read to import one. */

export const jsonFile = (name: string, flow: unknown): File =>
  new File([JSON.stringify(flow, null, 2)], `${name.replace(/[\\/:*?"<>|]/g, ' ')}.json`, { type: 'application/json' })

const MOST_BYTES = 2_000_000

/** Undefined for what is no JSON, or too large. */
export async function readJson(file: File): Promise<unknown> {
  try {
    return file.size > MOST_BYTES ? undefined : (JSON.parse(await file.text()) as unknown)
  } catch {
    return undefined
  }
}

/** Asks for a JSON file; undefined if none is chosen. */
export function pickFile(): Promise<File | undefined> {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.json,application/json' })
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}
