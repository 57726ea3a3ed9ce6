// Invented fighters.

const MEN =
  'Aaro Abel Adil Aksel Alvaro Amir Andrei Anton Armand Artem Baptiste Bastian Benicio Boris Bruno Caio Callum Cassian Cyril Dario Davor Declan Diego Dmitri Eamon Eero Elias Emil Enzo Fabio Farid Felix Finn Gael Gareth Goran Hakan Hamza Hugo Idris Ilya Ivo Jakub Jarek Jonas Kaito Kamil Keanu Kofi Lars Lazar Leandro Levan Luka Magnus Malik Marek Mateus Mikkel Milan Nabil Nico Niko Omar Oskar Otis Pavel Quinn Rafael Rashid Renzo Rhys Ruslan Samir Sandro Stellan Tariq Teo Tomasz Ulises Vadim Viktor Wesley Xavi Yannick Yusuf Zane Zoltan'.split(
    ' ',
  )
const WOMEN =
  'Ada Agata Aisha Alina Amara Anika Anouk Ariana Astrid Aurora Beatriz Bianca Brigid Camila Carmen Celeste Clara Dalia Daria Delphine Elena Elif Elsa Esther Farah Freya Gabriela Greta Hana Helena Ines Ingrid Irina Isla Jana Joana Kaia Katya Keiko Lena Leila Lidia Livia Lucia Mara Marta Maya Mila Nadia Naomi Nina Noor Oksana Paloma Petra Rania Raquel Rosa Sabine Salma Sanna Selma Signe Sofia Tamsin Tessa Thea Valeria Vera Yara Zora Zuzana'.split(
    ' ',
  )
const SURNAMES =
  'Abara Adeyemi Aguirre Ahlgren Almeida Anders Aramburu Arslan Asante Bakker Balogun Barreto Belmonte Benali Bergman Bianchi Bjornsen Blackwood Bondar Borges Brankov Brennan Cardoso Castell Cavalli Cervantes Cisneros Corrigan Czerny Dahlin Danso Delacroix Demir Dragov Duarte Dvorak Edwall Eklund Engel Eriksen Esposito Falk Farkas Ferreira Fontaine Forsyth Galanis Gallo Garrido Gashi Greaves Guerrero Haddad Halloran Hartmann Hashimoto Havel Herrera Holm Horvat Ibarra Ilves Iversen Jankovic Jansson Jovic Kaczmarek Kadyrov Kallas Karimov Keller Khalil Kimura Kovacs Kowal Kruger Lacroix Larsen Lindqvist Lombard Lukic Macedo Maddox Makarov Malone Marchetti Markovic Matsuda Mbeki McArdle Medina Mendonca Merino Mirzoev Molnar Monteiro Moreau Mwangi Nakata Navarro Ndiaye Nemeth Nordahl Novak Nowicki Obi Okafor Oliveira Olsson Orlov Osei Pacheco Paredes Petrov Pires Popescu Quiroga Radic Ramires Rasmussen Reznik Rivas Romano Rossi Saito Salazar Sandoval Santoro Sato Schaefer Serrano Sharma Silveira Sokolov Soriano Stanek Stoica Sule Szabo Takeda Tavares Thorne Toure Tremblay Tsiklauri Ueda Uzun Vacek Valdez Vargas Vasquez Vidal Virtanen Volkov Wallin Weiss Wolff Yamada Yilmaz Zapata Zielinski'.split(
    ' ',
  )

/** Step through all pairs of names in an order that looks random; coprime to their number. */
const STEP = 7_919
const BOXERS_FROM = 5_000_000

/**
 * Names of the two fighters of a bout. Boxers have different names. Within a sport, none appears twice within ten days.
 */
export function fightersOf(bout: number, boxing: boolean): readonly [string, string] {
  const firstNames = bout % 4 === 0 ? WOMEN : MEN
  const first = 2 * bout + (boxing ? BOXERS_FROM : 0)
  return [fighter(firstNames, first), fighter(firstNames, first + 1)]
}

function fighter(firstNames: readonly string[], number: number): string {
  const names = firstNames.length * SURNAMES.length
  const pair = (number * STEP) % names
  return `${firstNames[pair % firstNames.length]!} ${SURNAMES[Math.floor(pair / firstNames.length)]!}`
}
