import { useEffect, useState } from 'react'
import type { Installation } from '../../../src/operator/contract'
import { fetchInstallation } from '../../shared/installation'

/** Facts about the installation; null until the server answers. Nobody has signed in, so the query client is not available. */
export function usePublicInstallation(): Installation | null {
  const [installation, setInstallation] = useState<Installation | null>(null)
  useEffect(
    () => void ask().then(setInstallation, () => undefined), // the form itself will report the failure
    [],
  )
  return installation
}

let asked: Promise<Installation> | null = null
/** One request for all parts of a page. */
function ask(): Promise<Installation> {
  asked ??= fetchInstallation().finally(() => {
    asked = null
  })
  return asked
}
