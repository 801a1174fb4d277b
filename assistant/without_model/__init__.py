"""An answer without a language model: which facts answer, in what words, and what an answer must hold."""
