// What a name looks like, whatever letters it is made of: skeletons after UTS #39 (Unicode security mechanisms), with
// Unicode's table of confusable characters.
import unhomoglyph from 'unhomoglyph'
import { foldCase } from './folding.ts'

/** A name is seen in either case, so letters count that are alike in one of them: Cyrillic `сосо`, and `ВОВ`. */
function inBothCases(normal: string, draw: (text: string) => string): string[] {
  const lower = draw(normal.normalize('NFD'))
  // what the table draws as a small L among capitals is a capital i
  const upper = draw(normal.toUpperCase().normalize('NFD')).replaceAll('l', 'I')
  return [...new Set([lower, upper].map(foldCase))].sort()
}

/**
 * What a name claims for itself: two names that share one of these are not told apart. ASCII letters and digits stand for
 * themselves, so `modern` and `modem`, or `user1` and `userl`, are two names.
 */
export const looksOf = (normal: string): string[] =>
  inBothCases(normal, (text) => text.replace(/\P{ASCII}+/gu, unhomoglyph))

/** The same, where ASCII is as deceptive as the rest (`adm1n`, `Admln`, `adrnin`, `r00t`) and separators are overlooked. */
export const resemblancesOf = (normal: string): string[] =>
  inBothCases(normal.replace(/[._-]/g, ''), unhomoglyph).map((text) => text.replaceAll('rn', 'm').replaceAll('l', 'i'))
