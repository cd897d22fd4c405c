/** Policy for new passwords: long enough, and not common. */
import { emailKey } from '#lib/email.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordErrorCode } from '#lib/password-rules.ts';

/** Common passwords of this trade and these markets, in addition to a list of about 49,000. Lower case, at least ten characters. */
const OWN_LIST: readonly string[] =
  `1234567890 12345678910 123456789012 0123456789 9876543210 0987654321 1231231234 1122334455 1212121212 1234512345
  123123123123 147258369147 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc q1w2e3r4t5 q1w2e3r4t5y6 qwertyuiop qwertyuiop123 qwerty12345
  qwerty123456 qwerty1234567890 qwertyqwerty asdfghjkl123 asdfghjkl1 asdfasdfasdf zxcvbnm123 zaq12wsxcde3 abcdefghij abcdefghijk
  abcdefghijkl abc1234567 abcd123456 a1b2c3d4e5 aa12345678 password12 password123 password1234 password12345 password123456
  passwordpassword mypassword mypassword1 newpassword newpassword1 thepassword changeme123 changemenow letmein123 letmein1234
  letmeinplease welcome123 welcome1234 welcome2024 welcome2025 welcome2026 iloveyou123 iloveyou12 iloveyou1234 iloveyouforever
  ilovewine123 wineoclock redredwine winelover1 winelover123 cellardoor cellardoor1 cellardoor123 cellardoor2026 australia1
  australia123 melbourne1 melbourne123 sydney12345 singapore1 singapore123 sunshine123 princess123 football123 football12
  basketball baseball123 superman123 batman12345 dragon12345 monkey12345 master12345 shadow12345 michael123 jessica123
  charlie123 computer123 internet123 administrator administrator1 admin123456 admin12345 root123456 testtesttest test123456
  test1234567 guest123456 default123 secret12345 secretsecret trustno1trustno1 correcthorse correcthorsebatterystaple whatever123
  starwars123 pokemon123 liverpool1 liverpool123 manchester chelsea123 arsenal123 liverpoolfc minecraft1 minecraft123`
    .split(/\s+/)
    .filter(Boolean);

/** Longest run of digits and symbols that people add to a word: `Dragon2026!`. */
const MAX_DECORATION_LENGTH = 6;
const MIN_WORD_LENGTH = 4;

const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** `dragon2026!` → `dragon`; empty if there is no letter. */
function undecorated(text: string): string {
  const characters = [...text];
  return characters.slice(Math.max(0, characters.findIndex(isLetter)), characters.findLastIndex(isLetter) + 1).join('');
}

let list: Promise<ReadonlySet<string>> | null = null;

/** Loads the list at the first use, because it is large and rarely needed. */
const loadList = (): Promise<ReadonlySet<string>> => {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...OWN_LIST].map((entry) => entry.toLowerCase())),
  );
  return list;
};

/** Returns true if a password is on the list. Ignores case, and up to six digits or symbols around an entry. */
async function isCommonPassword(password: string): Promise<boolean> {
  const common = await loadList();
  const plain = password.trim().toLowerCase();
  if (common.has(plain)) return true;
  const word = undecorated(plain);
  return word.length >= MIN_WORD_LENGTH && plain.length - word.length <= MAX_DECORATION_LENGTH && common.has(word);
}

/**
 * Returns the code of the first violated rule, or null. Counts characters, not bytes. Requires no kinds of characters.
 * @param email the account's address, which is not accepted as a password
 */
export async function findPasswordError(password: string, email: string): Promise<PasswordErrorCode | null> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return 'password_short';
  if (length > MAX_PASSWORD_LENGTH) return 'password_long';
  const plain = password.toLowerCase();
  const hasOneCharacter = new Set(plain).size <= 2;
  const isGuessed = hasOneCharacter || emailKey(password) === emailKey(email) || (await isCommonPassword(password));
  return isGuessed ? 'password_common' : null;
}
