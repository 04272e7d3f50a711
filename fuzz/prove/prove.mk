prove: ## what can be proved of the mappings: Frama-C and z3, a minute
	@sh fuzz/prove/prove.sh

.PHONY: prove
