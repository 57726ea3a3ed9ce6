// Names that look alike have the same skeleton: UTS #39 (Unicode Security Mechanisms), with Unicode's table of
// confusable characters.
import unhomoglyph from 'unhomoglyph'
import { foldCase } from './folding.ts'

/**
 * Names are displayed in either case, so letters that are confusable in only one of them count as well: Cyrillic
 * `сосо`, and `ВОВ`.
 */
function inBothCases(normal: string, skeleton: (text: string) => string): string[] {
  const lower = skeleton(normal.normalize('NFD'))
  // in upper case, what the table maps to a small L is a capital i
  const upper = skeleton(normal.toUpperCase().normalize('NFD')).replaceAll('l', 'I')
  return [...new Set([lower, upper].map(foldCase))].sort()
}

/**
 * What a name claims: two names with a skeleton in common are confusable. ASCII letters and digits stand for
 * themselves, so `modern` and `modem`, or `user1` and `userl`, are different names.
 */
export const skeletonsOf = (normal: string): string[] =>
  inBothCases(normal, (text) => text.replace(/\P{ASCII}+/gu, unhomoglyph))

/** The same with ASCII's own confusables (`adm1n`, `Admln`, `adrnin`, `r00t`), and without separators. */
export const looseSkeletonsOf = (normal: string): string[] =>
  inBothCases(normal.replace(/[._-]/g, ''), unhomoglyph).map((text) => text.replaceAll('rn', 'm').replaceAll('l', 'i'))
