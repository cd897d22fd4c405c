import { useState } from 'react';
import { Choice } from '#ui/form/Field.tsx';
import { preferredMessages } from '../messages.ts';
import { type Kind, QUESTIONS, type Question } from '../model/questions.ts';

export interface QuestionnaireProps {
  readonly kind: Kind;
  /** Saved answers. */
  readonly initial: readonly string[];
  readonly onDone: (answers: readonly string[]) => void;
}

/** Shows all questions on one page. All are optional. */
export function Questionnaire({ kind, initial, onDone }: QuestionnaireProps) {
  const [answers, setAnswers] = useState(initial);
  const choose = (question: Question, answer: string, isChosen: boolean): void => {
    const others = answers.filter((other) => other !== answer && (question.many || !other.startsWith(`${question.id}:`)));
    setAnswers(isChosen ? [...others, answer] : others);
  };
  return (
    <form
      className="taste-form"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(answers);
      }}
    >
      {QUESTIONS[kind].map((question) => (
        <fieldset key={question.id}>
          <legend className="heading-5">{question.title}</legend>
          <div className="taste-choices">
            {question.choices.map(({ value, label }) => {
              const answer = `${question.id}:${value}`;
              return (
                <Choice
                  key={value}
                  type={question.many ? 'checkbox' : 'radio'}
                  name={question.id}
                  checked={answers.includes(answer)}
                  onChange={({ currentTarget: { checked } }) => choose(question, answer, checked)}
                >
                  {label}
                </Choice>
              );
            })}
          </div>
        </fieldset>
      ))}
      <button type="submit" className="button button-primary">
        {preferredMessages.submit[kind]}
      </button>
    </form>
  );
}
