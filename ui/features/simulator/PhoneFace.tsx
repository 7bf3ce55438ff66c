import type { ReactNode } from 'react'
import { Face } from '../../shared/kit/Face'
import { useFile } from './useFile'

type Props = { name: string; picture: string | null | undefined; size: number; icon?: ReactNode }

/** A person's or group's face, with the picture they chose. */
export function PhoneFace({ picture, ...face }: Props) {
  const { url } = useFile(picture ?? undefined)
  return <Face {...face} src={url ?? null} />
}
