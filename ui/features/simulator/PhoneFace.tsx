import type { ReactNode } from 'react'
import { Face } from '../../shared/kit/Face'
import { useFile } from './useFile'

type Props = { name: string; picture: string | null | undefined; size: number; icon?: ReactNode }

/** The avatar of a person or group, with their picture. */
export function PhoneFace({ picture, ...face }: Props) {
  const { url } = useFile(picture ?? undefined)
  return <Face {...face} src={url ?? null} />
}
