/** Major and minor version of the oldest server whose answers can be relied on. */
const OLDEST: readonly [number, number] = [2, 14]

export function versionFaults(name: string, version: string): string[] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return []
  return [
    `The NATS server ${name} is version ${version}, and at least ${OLDEST.join('.')} is needed: earlier ones can let two owners write into the same company’s log, or lose what they have acknowledged`,
  ]
}
